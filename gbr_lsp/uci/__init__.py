"""Chess engines that speak UCI: asked in a process of their own, and trusted in nothing."""
