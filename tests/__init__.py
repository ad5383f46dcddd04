"""Tests. The folders mirror the packages; `docs/testing.md` describes how each is tested."""
