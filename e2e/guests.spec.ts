/** A stranger with a phone joins by a link, logs, and keeps what they did (D-152). */
import { expect, type Page } from '@playwright/test'
import { taskGroupOf, taskOf } from '../testing/plans.ts'
import { violations } from './axe.ts'
import { PASSWORD, type Person, sendRegistration, test } from './product.ts'

const PHONE = { width: 390, height: 664 }

/** A running session of squats that opens by its link. */
async function squats({ context }: Person, more: object = {}): Promise<string> {
  const tasks = [taskGroupOf([taskOf({ title: 'Squats', amount: 100 })])]
  const challenge = { title: 'An hour of squats', duration: 3600, unlisted: 1, tasks, ...more }
  const made = await context.request.post('/challenge-events', { data: { challenge } })
  return (await made.json()).event.slug
}

const dialog = (page: Page) => page.getByRole('dialog')
const logs = (page: Page) => page.getByRole('region', { name: 'Quick log' })

async function joinAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await dialog(page).getByLabel('Your name').fill(name)
  await dialog(page).getByRole('button', { name: 'Join' }).click()
}

test('a stranger is in the room within ten seconds of the link, logs, and keeps it by registering', {
  tag: ['@D-152']
}, async ({ person, visitor }) => {
  const host = await person('coach')
  const slug = await squats(host)
  const room = `/sessions/${slug}`
  await host.page.goto(room)
  const phone = await visitor(PHONE)

  const began = Date.now()
  await phone.goto(room)
  await joinAs(phone, 'Tess')
  await logs(phone).getByRole('button', { name: '+1 time: Squats' }).click()
  expect(Date.now() - began).toBeLessThan(10_000)
  await expect(host.page.getByText('Tess guest').first()).toBeVisible()

  await host.context.request.post(`/challenge-events/${slug}/end`, { data: {} })
  await expect(phone.getByText('Keep your squats')).toBeVisible()
  await phone.getByRole('region', { name: 'Result' }).getByRole('button', { name: 'Register' }).click()
  const form = dialog(phone).getByRole('form', { name: 'Register' })
  const username = `tess-${slug}`.slice(0, 40)
  await sendRegistration(form, username)
  await expect(phone.getByText('Keep your squats')).toHaveCount(0)
  await expect(phone.getByRole('heading', { name: 'You did it' })).toBeVisible()
  await phone.goto('/my/logs')
  await expect(phone.getByRole('heading', { name: '1 time' })).toBeVisible()
})

test('a guest with a long name in a lobby is marked as one on a phone', { tag: ['@D-152'] }, async ({
  person,
  visitor
}) => {
  const slug = await squats(await person('coach'), { is_manually_started: 1 })
  const phone = await visitor(PHONE)
  await phone.goto(`/sessions/${slug}`)
  await joinAs(phone, 'Theodora Wellington')
  const mark = phone.getByRole('list', { name: 'Who has joined' }).getByText('guest', { exact: true })
  await expect(mark).toBeVisible()
  // No box around it cuts it.
  const isWhole = await mark.evaluate(element => {
    const { left, right } = element.getBoundingClientRect()
    for (let box = element.parentElement; box !== null; box = box.parentElement) {
      const around = box.getBoundingClientRect()
      if (getComputedStyle(box).overflowX !== 'visible' && (left < around.left || right > around.right)) return false
    }
    return true
  })
  expect(isWhole).toBe(true)
})

test('two tabs of a guest that register at once make one account', { tag: ['@D-152'] }, async ({ person, visitor }) => {
  const slug = await squats(await person('coach'))
  const one = await visitor(PHONE)
  await one.goto(`/sessions/${slug}`)
  await joinAs(one, 'Tom')
  await expect(logs(one)).toBeVisible()
  const { request } = one.context()
  const register = (username: string) =>
    request.post('/register', {
      data: { email: `${username}@example.org`, username, password: PASSWORD, password_confirmation: PASSWORD }
    })
  const names = ['one', 'two'].map(name => `tom-${name}-${slug}`.slice(0, 45))
  const statuses = (await Promise.all(names.map(register))).map(response => response.status())
  expect(statuses.sort()).toEqual([200, 409])
  await one.reload()
  await expect(logs(one)).toBeVisible()
})

test('the host switches guests on and off, and what a visitor pressed goes on after the name', {
  tag: ['@D-152']
}, async ({ person, visitor }) => {
  const host = await person('coach')
  const slug = await squats(host, { unlisted: 0 })
  const room = `/sessions/${slug}`
  const phone = await visitor(PHONE)
  await phone.goto(room)
  await expect(phone.getByText('Sign in or register to take part')).toBeAttached()

  await host.page.goto(room)
  await host.page.getByRole('button', { name: 'Session menu' }).click()
  await host.page.getByRole('menuitem', { name: 'Invite' }).click()
  await dialog(host.page).getByRole('switch', { name: 'Guests can join' }).click()
  await expect(dialog(host.page).getByRole('switch', { name: 'Guests can chat' })).toBeVisible()

  await phone.getByRole('button', { name: 'Join', exact: true }).click()
  await dialog(phone).getByLabel('Your name').fill(host.username)
  await dialog(phone).getByRole('button', { name: 'Join' }).click()
  await expect(dialog(phone).getByText('Someone here has this name.')).toBeVisible()
  expect(await violations(phone)).toEqual([])
  await dialog(phone).getByLabel('Your name').fill('Tess')
  await dialog(phone).getByRole('button', { name: 'Join' }).click()
  await expect(logs(phone)).toBeVisible()

  await dialog(host.page).getByRole('switch', { name: 'Guests can join' }).click()
  await expect(dialog(host.page).getByRole('switch', { name: 'Guests can chat' })).toHaveCount(0)
  const late = await visitor(PHONE)
  await late.goto(room)
  await late.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(dialog(late).getByRole('tab', { name: 'Register' })).toBeVisible()
})
