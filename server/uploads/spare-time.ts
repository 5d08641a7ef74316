/**
 * Runs our programs when nothing else wants the processor. A low priority is not enough: Linux lets a program finish
 * its turn of some milliseconds, and a request goes through several processes, so it waits for several turns. Programs
 * of the idle class make room at once. On a full machine they may get no time at all, so a caller who waits for one
 * moves it out of the class.
 */
import { execFile, type ForkOptions, spawnSync } from 'node:child_process'

let known: boolean | undefined

/**
 * Whether the idle class exists: on Linux with util-linux (as in Debian), unless the container forbids it. @internal
 * For tests too.
 */
export function hasIdleClass(): boolean {
  known ??= process.platform === 'linux' && spawnSync('chrt', ['--idle', '0', 'true'], { env: {} }).status === 0
  return known
}

/** Options that make `fork` start a program in the idle class; it keeps its process id. */
export function inSpareTime(): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  return hasIdleClass() ? { execPath: 'chrt', execArgv: ['--idle', '0', process.execPath] } : { execArgv: [] }
}

/** Moves a process back to the normal class. */
export function leaveSpareTime(pid: number): void {
  // The process may have ended meanwhile.
  if (hasIdleClass()) execFile('chrt', ['--all-tasks', '--other', '--pid', '0', String(pid)], { env: {} }, () => {})
}
