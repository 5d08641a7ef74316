import { expect, test } from 'vitest'
import { connectionOf } from './smtp-connection.ts'

test.each([
  ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, secure: false, requireTLS: false }],
  ['smtps://mail.example.org', { port: 465, secure: true }],
  ['smtp://mail.example.org:2525', { port: 2525 }],
  ['smtp://[::1]:25', { host: '::1', port: 25, ignoreTLS: true }]
])('the connection of %s', (url, options) => {
  expect(connectionOf(new URL(url))).toMatchObject(options)
})

test('a password goes to another machine only over TLS with a valid certificate', () => {
  const connection = connectionOf(new URL('smtp://hut%40example.org:p%40ss%3Aword@mail.example.org'))
  expect(connection).toMatchObject({
    auth: { user: 'hut@example.org', pass: 'p@ss:word' },
    forceAuth: true,
    requireTLS: true,
    ignoreTLS: false
  })
  // Nodemailer checks certificates unless this option says otherwise.
  expect(connection).not.toHaveProperty('tls')
})

test('a server on this machine is reached without TLS', () => {
  expect(connectionOf(new URL('smtp://hut:secret@localhost'))).toMatchObject({ requireTLS: false, ignoreTLS: true })
})
