/** The web app manifest, with which a phone can install the app. The build makes the icons (vite.config.ts). */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { OPEN } from '../security/members-only.ts'

/** The colour of paper in client/theme.ts. */
const PAPER = '#fbf6ee'

/** Serves `/manifest.webmanifest`. */
export function bindManifest(app: FastifyInstance, config: Config): void {
  const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose
  })
  const manifest = {
    id: '/',
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
  }
  const iconsOf = (logo: string | null) => (logo ? [{ src: logo, sizes: 'any', purpose: 'any' }] : manifest.icons)
  app.get('/manifest.webmanifest', { schema: { hide: true } as object, ...OPEN }, async (_, reply) => {
    const { name, logo } = config.hut
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify({ ...manifest, name, short_name: name, icons: iconsOf(logo) }))
  })
}
