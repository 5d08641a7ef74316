/** A full class: waiting on a phone, the offer of a place, and the host's list (D-151). */
import { expect, type Page } from '@playwright/test'
import { violations } from './axe.ts'
import { type Person, sendRegistration, test } from './product.ts'

const PHONE = { width: 390, height: 664 }
const FULL = 'This session is full and is not accepting additional participants.'

/** A session of two places that starts in 45 minutes, with its host and one more person in it. */
async function fullClass(host: Person, other: Person): Promise<string> {
  const started_at = new Date(Date.now() + 45 * 60_000).toISOString()
  const challenge = { title: 'Morning yoga', duration: 3600, participant_limit: 2, started_at }
  const made = await host.context.request.post('/challenge-events', { data: { challenge } })
  const { slug } = (await made.json()).event
  await other.context.request.post(`/challenge-events/${slug}/join`, { data: {} })
  return slug
}

const next = (page: Page) => page.getByRole('region', { name: 'Next step' })
const wait = (page: Page) => next(page).getByRole('button', { name: 'Join the waitlist' })

test('a person waits on a phone, gets the place of someone who leaves, and takes it', {
  tag: ['@D-151', '@SES-083']
}, async ({ person }) => {
  const [host, other, waiting] = [await person('coach'), await person('other'), await person('waits', PHONE)]
  const slug = await fullClass(host, other)
  const room = `/sessions/${slug}`
  await waiting.page.goto(room)
  await expect(next(waiting.page).getByText(FULL)).toBeVisible()
  await wait(waiting.page).click()
  await expect(next(waiting.page).getByText('You’re number 1 in line')).toBeVisible()
  expect(await violations(waiting.page)).toEqual([])

  await other.context.request.post(`/challenge-events/${slug}/leave`, { data: {} })
  await expect(next(waiting.page).getByText(/A place is yours until/)).toBeVisible()
  const stranger = await person('stranger')
  await stranger.page.goto(room)
  await expect(next(stranger.page).getByText(FULL)).toBeVisible()
  await next(waiting.page).getByRole('button', { name: 'Take the place' }).click()
  await expect(waiting.page.getByText('You have successfully joined this session.')).toBeVisible()
  await waiting.page.goto('/my/inbox')
  await expect(waiting.page.getByRole('link', { name: 'A place in Morning yoga was offered to you' })).toBeVisible()
})

test('a visitor who presses "Join the waitlist" registers and then waits', { tag: ['@D-151', '@D-32'] }, async ({
  person,
  visitor
}) => {
  const slug = await fullClass(await person('coach'), await person('other'))
  const phone = await visitor(PHONE)
  await phone.goto(`/sessions/${slug}`)
  await wait(phone).click()
  await sendRegistration(phone.getByRole('form', { name: 'Register' }), `late-${slug}`.slice(0, 40))
  await expect(next(phone).getByText('You’re number 1 in line')).toBeVisible()
  await next(phone).getByRole('button', { name: 'Leave the waitlist' }).click()
  await expect(wait(phone)).toBeVisible()
})

test('the host sees who waits, moves someone up with a reason, adds a place and ends the list', {
  tag: ['@D-151']
}, async ({ person }) => {
  const [host, other, first, second] = [
    await person('coach'),
    await person('other'),
    await person('first', PHONE),
    await person('second')
  ]
  const slug = await fullClass(host, other)
  for (const { context } of [first, second])
    await context.request.post(`/challenge-events/${slug}/waitlist`, { data: {} })
  await first.page.goto(`/sessions/${slug}`)
  await host.page.goto(`/sessions/${slug}`)
  const list = (page: Page) => page.getByRole('region', { name: 'Waitlist' })
  await expect(list(host.page).getByText('2 waiting')).toBeVisible()
  await list(host.page)
    .getByRole('button', { name: `Move ${second.username} to the front` })
    .click()
  const form = host.page.getByRole('dialog')
  await form.getByLabel('Reason').fill('She brings the mats')
  await form.getByRole('button', { name: 'Move to the front' }).click()
  await expect(list(first.page).getByText('moved to the front: “She brings the mats”')).toBeVisible()
  await expect(next(first.page).getByText('You’re number 2 in line')).toBeVisible()
  expect(await violations(host.page)).toEqual([])

  await list(host.page).getByRole('button', { name: 'Add a place' }).click()
  await expect(list(host.page).getByText(/has an offer until/)).toBeVisible()
  await expect(next(first.page).getByText('You’re number 1 in line')).toBeVisible()
  await list(host.page).getByRole('button', { name: 'End the waitlist' }).click()
  await host.page.getByRole('dialog').getByRole('button', { name: 'End the waitlist' }).click()
  await expect(next(first.page).getByText(FULL)).toBeVisible()
  await expect(wait(first.page)).toHaveCount(0)
})
