"""A rough word for the device of a session, so that its owner knows which it is.

Browsers tell much more about themselves than its owner needs; that is not kept.
"""

from __future__ import annotations

from typing import Final

# In this order: an iPad may say Macintosh too, Android says Linux, Chromebooks X11.
_SIGNS: Final = (
    *(("iphone", "iphone"), ("ipod", "iphone"), ("ipad", "ipad"), ("android", "android")),
    *(("windows", "windows"), ("cros", "chromebook"), ("macintosh", "mac"), ("mac os", "mac")),
    *(("linux", "linux"), ("bsd", "bsd")),
)
LONGEST: Final = 512  # characters that are looked at


def device_of(user_agent: str) -> str | None:
    """What kind of device a browser says it runs on."""
    said = user_agent[:LONGEST].lower()
    return next((word for sign, word in _SIGNS if sign in said), None)
