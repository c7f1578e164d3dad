"""Tests of German Railroads."""
