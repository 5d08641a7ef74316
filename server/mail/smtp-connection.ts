const CONNECT_MS = 20_000
const SILENCE_MS = 60_000

/**
 * How the server is spoken to. On another machine it gets a password over TLS only; on this one STARTTLS is left out,
 * because the certificate of `localhost` can rarely be checked.
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
    // A server that offers no login would otherwise be asked to relay, and refuse each mail for good.
    forceAuth: hasLogin,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS
  }
}
