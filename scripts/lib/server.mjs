/**
 * How the server is started. Left to itself, Node lets memory grow until nothing is gained by it: new objects fill
 * 100 MB and more before it looks which of them are still needed (4 MB here), and kept ones may double in between (grow
 * by half here). It holds 150 MB after a start instead of 280, and 210 instead of 325 while pages of 750 kB are asked
 * for, at the same CPU for each usual request.
 */
export const SERVER = ['--max-semi-space-size=4', '--heap-growing-percent=50', 'server/main.ts']

export const SERVER_ENV = {
  /**
   * Threads for files, compression, name look-ups and passwords. Passwords take two (server/accounts/passwords.ts), and
   * the default of four would leave two.
   */
  UV_THREADPOOL_SIZE: '8',
  /** The C library (glibc) would keep freed memory for each of these threads: 10 of 180 MB after a start. */
  MALLOC_ARENA_MAX: '1'
}
