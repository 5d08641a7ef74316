/**
 * The flags for starting the server. By default Node prefers speed to memory: it collects 100 MB and more of new
 * objects before it looks for garbage (4 MB here), and lets kept objects double in between (grow by half here). The
 * server holds 150 MB after a start instead of 280, and 210 instead of 325 during requests for pages of 750 kB, at the
 * same CPU for an ordinary request.
 */
export const SERVER = ['--max-semi-space-size=4', '--heap-growing-percent=50', 'server/start.mjs']

export const SERVER_ENV = {
  /**
   * Threads for files, compression, name lookups and passwords. Passwords take two (server/accounts/passwords.ts), so
   * the default of four would leave only two.
   */
  UV_THREADPOOL_SIZE: '8',
  /** The C library (glibc) would keep freed memory for each of these threads: 10 of 180 MB after a start. */
  MALLOC_ARENA_MAX: '1',
  /** Node would keep the whole cache in memory: another 12 MB. */
  NODE_DISABLE_COMPILE_CACHE: '1'
}
