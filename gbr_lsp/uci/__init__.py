"""Chess engines that speak UCI: each runs in a process of its own, and nothing that it writes is trusted."""
