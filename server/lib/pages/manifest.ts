/** The web app manifest, with which a phone can install the app. The build makes the icons (vite.config.ts). */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** The colour of paper in client/theme.ts. */
const PAPER = '#fbf6ee'

/** Serves `/manifest.webmanifest`. */
export function bindManifest(app: FastifyInstance, { appName }: Config): void {
  const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose
  })
  const manifest = JSON.stringify({
    id: '/',
    name: appName,
    short_name: appName,
    description: 'Goals, progress with one press, and timed group sessions on one shared clock',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-maskable-512.png', 512, 'maskable')
    ],
    shortcuts: [
      { name: 'My goals', url: '/my/goals' },
      { name: 'My sessions', url: '/my/sessions' }
    ]
  })
  app.get('/manifest.webmanifest', { schema: { hide: true } as object }, async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json; charset=utf-8')
      .send(manifest)
  )
}
