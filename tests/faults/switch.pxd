"""The same switch for what is compiled (switch.py)."""

cdef extern from *:
    """
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/stat.h>
    #include <unistd.h>

    #ifndef PLANTED
    #define PLANTED
    static int planted_chosen = -1;
    static volatile unsigned char *planted_marks = NULL;

    static void planted_open(void) {
        const char *chosen = getenv("PLANTED_FAULT"), *name = getenv("PLANTED_REACHED");
        struct stat about;
        int file;
        if (name && (file = open(name, O_RDWR)) >= 0) {
            if (fstat(file, &about) == 0) {
                void *marks = mmap(
                    NULL, about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
                planted_marks = marks == MAP_FAILED ? NULL : marks;
            }
            close(file);
        }
        planted_chosen = chosen ? atoi(chosen) : 0;
    }

    static inline int planted(int number) {
        if (planted_chosen < 0)
            planted_open();
        if (planted_marks)
            planted_marks[number] = 1;
        return number == planted_chosen;
    }
    #endif
    """
    bint planted(int number) noexcept nogil
