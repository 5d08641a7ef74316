/** The weekly mail: when it comes, what is in it, and how it stops. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goAway } from '../../domain/goals/away-api.ts'
import { followPerson } from '../../domain/publishing/following-api.ts'
import { reminderSettingsPage, updateReminders } from '../../domain/reminders/api.ts'
import { unsubscribe } from '../../domain/reminders/unsubscribe-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { change, write } from '../../testing/writing.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR
const LOOK = 12_000
let world: World
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://hut.example.org' })
})
afterAll(() => world.close())

/** Two people, of whom one follows the other and wants the weekly mail. */
async function follower(name: string, author: string): Promise<[Caller, Caller]> {
  const [fan, ada] = [await world.as(name), await world.as(author)]
  await fan.call(followPerson, { params: { username: author }, body: { is_on: 1 } })
  await fan.call(updateReminders, { body: { week_mail: 1 } })
  return [fan, ada]
}

/** Moves the clock to the next Monday at 8:00 UTC. */
async function nextMonday(): Promise<void> {
  const now = world.clock.now()
  // 5 January 1970 was a Monday.
  const monday = 4 * 24 * HOUR + 8 * HOUR
  world.clock.jump(WEEK - ((now - monday) % WEEK))
  await world.pass(LOOK)
  // The mails are queued, and now they are sent.
  await world.pass(LOOK)
}
const mailsTo = (name: string) => world.mails.filter(({ to }) => to.startsWith(`${name}@`) && !to.includes('welcome'))
const weekly = (name: string) => mailsTo(name).filter(({ unsubscribe }) => unsubscribe?.includes('week_mail'))

test('one mail on Monday has the news of the week that are still public', { tags: 'D-162' }, async () => {
  const [grace, ada] = await follower('grace', 'ada')
  await world.secondNode()
  await world.secondNode()
  expect((await grace.visit(reminderSettingsPage)).week_mail).toBe(1)
  // Without the inbox, the mail still has them.
  await grace.call(updateReminders, { body: { channels: { followed_news: [] } } })
  await write(ada, { title: 'Rainy <days>' })
  const secret = await write(ada, { title: 'A secret' })
  await world.pass(LOOK)
  await change(ada, secret, { status: 0 })
  expect(weekly('grace')).toEqual([])
  await nextMonday()
  const [mail, ...more] = weekly('grace')
  expect([mail?.subject, more]).toEqual(['ada published “Rainy <days>”', []])
  expect(mail?.text).toContain('- ada published “Rainy <days>”\n  https://hut.example.org/ada/rainy-days')
  expect(mail?.html).toContain(
    '<a href="https://hut.example.org/ada/rainy-days">ada published “Rainy &lt;days&gt;”</a>'
  )
  expect(`${mail?.text}${mail?.html}`).not.toContain('secret')
  // A week without news gives no mail.
  await nextMonday()
  expect(weekly('grace')).toHaveLength(1)
  await write(ada, { title: 'One' })
  await write(ada, { title: 'Two' })
  await world.pass(LOOK)
  await nextMonday()
  expect(weekly('grace').map(({ subject }) => subject)).toEqual([mail?.subject, 'Your week: 2 updates'])
})

test('one press in the mail program stops the weekly mail and nothing else', { tags: 'D-162' }, async () => {
  const [hugo, eve] = await follower('hugo', 'eve')
  await write(eve, { title: 'Hello' })
  await world.pass(LOOK)
  await nextMonday()
  const link = weekly('hugo')[0]?.unsubscribe?.replace(
    'https://hut.example.org/reminders/unsubscribe',
    unsubscribe.path
  )
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const pressed = await world.visitor.request({
    method: 'POST',
    url: link ?? '',
    headers,
    payload: 'List-Unsubscribe=One-Click'
  })
  expect([pressed.statusCode, pressed.json()]).toEqual([200, { kind: 'week_mail' }])
  const { week_mail, channels } = await hugo.visit(reminderSettingsPage)
  expect([week_mail, channels.followed_news]).toEqual([0, ['page']])
  await write(eve, { title: 'Still here' })
  await world.pass(LOOK)
  await nextMonday()
  expect(weekly('hugo')).toHaveLength(1)
})

test('no weekly mail comes while everything is switched off or the person is away', { tags: 'D-162' }, async () => {
  const [ivy, finn] = await follower('ivy', 'finn')
  await ivy.call(updateReminders, { body: { is_off: 1 } })
  await write(finn, { title: 'Quiet' })
  await world.pass(LOOK)
  await nextMonday()
  await ivy.call(updateReminders, { body: { is_off: 0 } })
  const back_on = new Date(world.clock.now() + 10 * 24 * HOUR).toISOString().slice(0, 10)
  await ivy.call(goAway, { body: { back_on } })
  await write(finn, { title: 'Away' })
  await world.pass(LOOK)
  await nextMonday()
  expect(weekly('ivy')).toEqual([])
  await nextMonday()
  expect(weekly('ivy')).toEqual([])
  await write(finn, { title: 'Back' })
  await world.pass(LOOK)
  await nextMonday()
  expect(weekly('ivy')).toHaveLength(1)
})
