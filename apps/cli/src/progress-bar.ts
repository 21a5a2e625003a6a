import { Presets, SingleBar } from 'cli-progress'

interface Progress {
  done: number
  total: number
}

/** Shows a progress bar in a terminal, and nothing elsewhere. @param unit such as `files` */
export async function withProgressBar<T>(
  unit: string,
  task: (show: (progress: Progress) => void) => Promise<T>,
): Promise<T> {
  const bar = new SingleBar(
    { format: ` {bar} {percentage}% | {value} of {total} ${unit} | {eta_formatted}` },
    Presets.shades_classic,
  )
  let isStarted = false
  try {
    return await task(({ done, total }) => {
      if (!isStarted) bar.start(total, 0)
      isStarted = true
      bar.setTotal(total)
      bar.update(done)
    })
  } finally {
    bar.stop()
  }
}
