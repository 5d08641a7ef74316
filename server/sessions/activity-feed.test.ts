import { afterAll, beforeAll, expect, test } from 'vitest'
import { patchActivity, storeActivity } from '../../domain/activities/builder-api.ts'
import { makeSeries } from '../../domain/series/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://hut.example.org' })
})
afterAll(() => world.close())

test('the feed of an activity has its public sessions, and a series once', { tags: ['D-162', 'D-159'] }, async () => {
  const host = await world.as('runner')
  const { challenge } = await host.call(storeActivity, { body: { challenge: { title: 'Run & rest', duration: 600 } } })
  const hold = async (title: string, more: object = {}) => {
    const body = { activity: challenge.slug, challenge: { title, duration: 3600, ...more } }
    return (await host.call(storeSession, { body })).event.slug
  }
  const feed = () => world.visitor.request({ url: `/activities/${challenge.slug}/feed.atom` })
  expect((await feed()).body).not.toContain('<entry>')
  await hold('Hills <3')
  await hold('Secret', { unlisted: 1 })
  const event = await hold('Each day', { started_at: new Date(world.clock.now() + 86_400_000).toISOString() })
  await host.call(makeSeries, { params: { event }, body: { repeats: 'daily' } })
  const { body, headers } = await feed()
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect([...body.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)).toEqual([
    ...['Run &amp; rest', 'Each day', 'Hills &lt;3']
  ])
  expect(body).toContain('<link rel="self" type="application/atom+xml" href="https://hut.example.org/activities/')
  expect((await world.visitor.request({ url: `/activities/${challenge.slug}` })).body).toContain(
    `type="application/atom+xml" title="Run &amp; rest" href="/activities/${challenge.slug}/feed.atom"`
  )
  await host.call(patchActivity, {
    params: { challenge: challenge.slug },
    body: { challenge: { title: 'Run & rest', duration: 600, unlisted: 1 } }
  })
  expect((await feed()).statusCode).toBe(404)
})
