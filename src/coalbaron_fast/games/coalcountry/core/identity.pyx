"""When two states are the same, and a 64-bit hash that agrees with it."""

from coalbaron_fast.games.coalcountry.core.types cimport NONE, State

include "../../../contract/identity.pxi"
