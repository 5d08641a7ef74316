/**
 * Programs of ours that run when nobody else wants the processor. A low priority is not enough for that: Linux lets a
 * program finish its turn of some milliseconds, and a request, which goes through several processes, waits for several
 * turns. Programs of the idle class make room at once. On a full machine they may get nothing at all, so somebody who
 * waits for one lets it out of the class.
 */
import { execFile, type ForkOptions, spawnSync } from 'node:child_process'

let known: boolean | undefined

/** Whether there is such a class: on Linux with util-linux (as in Debian), unless the container forbids it. @internal Asked by tests too. */
export function hasIdleClass(): boolean {
  known ??= process.platform === 'linux' && spawnSync('chrt', ['--idle', '0', 'true'], { env: {} }).status === 0
  return known
}

/** For a program that `fork` starts; it keeps its process id. */
export function inSpareTime(): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  return hasIdleClass() ? { execPath: 'chrt', execArgv: ['--idle', '0', process.execPath] } : { execArgv: [] }
}

/** From now on it takes its turn like any other. */
export function leaveSpareTime(pid: number): void {
  // It may have ended meanwhile.
  if (hasIdleClass()) execFile('chrt', ['--all-tasks', '--other', '--pid', '0', String(pid)], { env: {} }, () => {})
}
