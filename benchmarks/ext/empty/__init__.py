"""What any package around an extension costs to import: nothing but that."""

from . import _core as _core
