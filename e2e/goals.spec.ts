import { expect } from '@playwright/test'
import { changeTheme, THEMES, violations } from './axe.ts'
import { test } from './product.ts'

test('a goal is created, logged with one press and opened, and a note is written about it', {
  tag: [
    '@GOAL-03',
    '@GOAL-15',
    '@GOAL-16',
    '@GOAL-36',
    '@GOAL-41',
    '@NOTE-10',
    '@NOTE-18',
    '@MYS-07',
    '@TOK-15',
    '@LOG-01'
  ]
}, async ({ person }) => {
  const { page } = await person('ada', { width: 390, height: 844 })
  await page.goto('/my/goals')
  await page.getByRole('button', { name: 'Create a Goal' }).first().click()
  await page.getByLabel('Title').first().fill('Read 12 books')
  await page.getByRole('button', { name: /^create goal$/i }).click()
  await expect(page.getByText('Goal created successfully!')).toBeVisible()

  const card = page.getByRole('article').filter({ hasText: 'Read 12 books' })
  await card.getByRole('button', { name: '1 time', exact: true }).click()
  await expect(card).toContainText('1 of 1')
  await expect(card.getByRole('button', { name: 'Complete', exact: true })).toBeVisible()
  await page.reload()
  await expect(card).toContainText('1 of 1')

  await card.getByRole('link', { name: 'Read 12 books' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Goal: Read 12 books')
  await expect(page).toHaveTitle(/^Goal: Read 12 books/)
  const chart = page.getByRole('region', { name: 'Over time' })
  await expect(chart.getByText(/: 1 of 1 time\./)).toBeVisible()
  await chart.getByText('Show the numbers').click()
  await expect(chart.getByRole('row')).toHaveCount(2)
  for (const theme of THEMES) {
    await changeTheme(page, theme)
    expect(await violations(page)).toEqual([])
  }
  await page.getByRole('link', { name: 'Logs', exact: true }).last().click()
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.getByRole('link', { name: 'Notes', exact: true }).last().click()
  await page.getByRole('button', { name: 'Write a Note' }).click()
  await page.getByLabel('Todo').fill('Fetch the first one')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('article').getByText('Fetch the first one').dblclick()
  await page.getByRole('textbox', { name: 'Title' }).fill('Books')
  await page.getByRole('button', { name: 'Save' }).click()
  const menu = page.getByRole('navigation', { name: 'My pages' })
  await menu.getByRole('link', { name: 'Notes' }).click()
  await expect(page.getByRole('article').getByRole('heading')).toHaveText('Books')

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    for (const link of await menu.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 })
  }
})

test('on a phone a typed sentence becomes the first goal, with fitting buttons', {
  tag: ['@GOAL-03', '@GOAL-10', '@GOAL-15']
}, async ({ person }) => {
  const { page, context } = await person('ada', { width: 390, height: 664 })
  await page.goto('/my/goals')
  const form = page.getByRole('form', { name: 'New goal' })
  const sentence = form.getByLabel('What do you want to do?')
  await expect(sentence).toBeInViewport({ ratio: 1 })
  await expect(form.getByRole('button', { name: 'Read 12 books' })).toBeInViewport({ ratio: 1 })
  await sentence.pressSequentially('walk 30 minutes every day')
  const chips = form.getByRole('list', { name: 'Understood' })
  await expect(chips.getByRole('button')).toHaveText(['Time', '30 min', 'Every day', 'Buttons: 10 min, 20 min, 30 min'])
  await expect(form.getByRole('button', { name: 'Create goal' })).toBeInViewport({ ratio: 1 })
  for (const theme of THEMES) {
    await changeTheme(page, theme)
    expect(await violations(page)).toEqual([])
  }
  await chips.getByRole('button', { name: 'Change 30 min' }).click()
  await expect(form.getByLabel('Duration').first()).toBeFocused()
  await form.getByRole('button', { name: 'Hide the fields' }).click()
  await form.getByRole('button', { name: 'Create goal' }).click()
  const card = page.getByRole('article').filter({ hasText: 'Walk 30 minutes' })
  for (const press of ['Start 10 min', 'Start 20 min', 'Start 30 min']) {
    await expect(card.getByRole('button', { name: press, exact: true })).toBeVisible()
  }
  const { serverData } = await (await context.request.get('/api/my/goals')).json()
  expect(serverData.my_goals).toMatchObject([{ duration: 1800, repeats: { every: 'day' } }])
})

test('a visitor sees an example goal, an example log and an example note', {
  tag: ['@GOAL-32', '@LOG-04', '@NOTE-19']
}, async ({ visitor }) => {
  const page = await visitor()
  for (const path of ['/my/goals', '/my/logs', '/my/notes']) {
    await page.goto(path)
    await expect(page.getByText('Example', { exact: true }).first()).toBeVisible()
  }
})

test('a person shares a goal with a friend and a group, gets a cheer, and stops sharing', {
  tag: '@D-163'
}, async ({ person }) => {
  const phone = { width: 390, height: 664 }
  const [ada, grace] = [await person('ada', phone), await person('grace')]
  const task = { title: 'Drink water', unit: 'glasses', amount: 8, repeats: { every: 'day' } }
  const { goal } = await (
    await ada.context.request.post('/goals/store', { data: { challenge: { tasks: [task] } } })
  ).json()
  await ada.context.request.post('/logs/store-quick-log', { data: { goal_id: goal.id, amount: 2 } })
  const title = `Drinkers ${ada.username}`
  const { group } = await (await ada.context.request.post('/groups/store', { data: { title } })).json()
  await grace.context.request.post(`/groups/${group.slug}/join`, { data: { is_joined: 1 } })

  await ada.page.goto(`/my/goals/${goal.id}`)
  await ada.page.getByRole('button', { name: 'Menu of Drink water' }).click()
  await ada.page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = ada.page.getByRole('dialog', { name: 'Share “Drink water”' })
  await dialog.getByRole('textbox', { name: 'A person' }).fill('nobody-at-all')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog.getByText('Nobody has this username.').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'A person' }).fill(grace.username)
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'People it is shared with' })).toContainText(grace.username)
  await dialog.getByRole('switch', { name: title }).click()
  await expect(dialog.getByRole('switch', { name: title })).toBeChecked()
  for (const theme of THEMES) {
    await changeTheme(ada.page, theme)
    expect(await violations(ada.page)).toEqual([])
  }

  await grace.page.goto('/my/today')
  const shared = grace.page.getByRole('region', { name: 'From people who share with you' })
  await expect(shared.getByRole('listitem')).toContainText(['2 of 8 glasses today'])
  await shared.getByRole('button', { name: /^Cheer for/ }).click()
  await expect(shared.getByRole('button', { name: /1 cheer$/ })).toHaveAttribute('aria-pressed', 'true')
  await grace.page.goto(`/group/${group.slug}`)
  await expect(grace.page.getByRole('region', { name: 'Goals of members' })).toContainText('Drink water')
  for (const theme of THEMES) {
    await changeTheme(grace.page, theme)
    expect(await violations(grace.page)).toEqual([])
  }

  await ada.page.goto('/my/inbox')
  await ada.page.getByRole('link', { name: /cheered your goal “Drink water”/ }).click()
  await expect(ada.page.getByText('1 cheer today.')).toBeVisible()
  await ada.page.getByRole('button', { name: 'Change who sees it' }).click()
  await dialog.getByRole('button', { name: 'Stop sharing', exact: true }).click()
  await expect(ada.page.getByText(/^Shared with/)).toBeHidden()
  await grace.page.goto('/my/today')
  await expect(grace.page.getByText('What would you like to do first?')).toBeVisible()
  await expect(shared).toBeHidden()
})
