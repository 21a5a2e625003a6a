// Loaded into every program before its own code. When the supervisor exits, even by SIGKILL, the channel closes and the
// program drains as on any SIGTERM.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The listener must not keep the program alive.
  process.channel.unref()
}
