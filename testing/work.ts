/** Milliseconds of this thread's own work, so that what else the machine does at the time is not counted. */
export async function workOf(task: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await task()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
