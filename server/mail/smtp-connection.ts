const CONNECT_MS = 20_000
const SILENCE_MS = 60_000

/**
 * The connection to the mail server. Another machine gets a password only over TLS. On this machine STARTTLS is not
 * used, because the certificate of `localhost` can rarely be checked.
 */
export function connectionOf({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:'
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const hasLogin = username !== ''
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    ignoreTLS: isHere,
    requireTLS: hasLogin && !isHere,
    ...(hasLogin ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    // Without this, a server that offers no login would be asked to relay, and refuse each mail for good.
    forceAuth: hasLogin,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS
  }
}
