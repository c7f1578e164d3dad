"""A flag that one thread sets while another works: read and written whole, in no order."""

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    static int cb_flag_read(const int *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }
    static void cb_flag_write(int *flag, int value)
    {
        __atomic_store_n(flag, value, __ATOMIC_RELAXED);
    }
    #else
    static int cb_flag_read(const int *flag) { return *(const volatile int *)flag; }
    static void cb_flag_write(int *flag, int value) { *(volatile int *)flag = value; }
    #endif
    """
    int flag_read "cb_flag_read"(const int *flag) noexcept nogil
    void flag_write "cb_flag_write"(int *flag, int value) noexcept nogil
