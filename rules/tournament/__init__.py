"""Tournaments by a written regulation, as pure functions of what happened.

``eventrules`` is what a regulation says, ``model`` what stands at one moment, ``actions`` what can happen,
``event`` the one place where the one becomes the other.
"""
