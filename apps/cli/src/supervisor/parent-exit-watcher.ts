// Loaded into every program before its own code. When the supervisor is gone, killed perhaps, the channel to it
// closes and the program stops as it always does.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The listener alone must not keep the program alive.
  process.channel.unref()
}
