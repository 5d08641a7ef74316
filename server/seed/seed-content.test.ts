import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Part, plan } from '../../domain/activities/plan.ts'
import type { Timer } from '../../domain/goals/fields.ts'
import { activities, categories, type SeedCategory, tour } from './content.ts'
import { type SeedActivity, uuidFor } from './plan-builder.ts'

const all = [...activities, tour.activity]
const named = all.map(activity => [activity.slug, activity] as const)

describe('every activity', () => {
  it.each(named)('%s has a complete plan that the contract leaves unchanged', (_, { plan: own }) => {
    expect(z.parse(plan, own)).toEqual(own)
  })

  it.each(named)('%s lasts between five minutes and a month', { tags: ['SES-002', 'SES-003'] }, (_, { duration }) => {
    expect(duration).toBeGreaterThanOrEqual(300)
    expect(duration).toBeLessThanOrEqual(2_592_000)
  })

  it.each(named)('%s lasts as long as its longest group with every place taken', { tags: 'D-93' }, (_, activity) => {
    const lengths = activity.plan.parts.map(group => sum(group.parts.map(part => partLength(part, activity))))
    expect(activity.duration).toBe(Math.max(...lengths))
  })

  it.each(named)('%s has intervals that last as long as their timers', (_, activity) => {
    const { parts, tasks, timers } = activity.plan
    const steps = parts.flatMap(group => group.parts)
    const goals = tasks.flatMap(group => group.parts)
    for (const step of [...steps, ...goals]) {
      if (step.is_interval) expect(step.duration).toBe(step.sets * sum(step.timers.map(timerLength)))
    }
    for (const timer of [...timers, ...steps.flatMap(step => step.timers), ...goals.flatMap(goal => goal.timers)]) {
      expect(timer.duration).toBe(timerLength(timer))
      expect(timer.duration).toBeGreaterThan(0)
    }
  })

  it.each(named)('%s has linked, relative parts in order, none of them empty', { tags: 'D-91' }, (_, activity) => {
    for (const group of activity.plan.parts) {
      expect(group).toMatchObject({ linked: 1, auto_start: 1 })
      expect(group.parts.map(part => part.order)).toEqual(group.parts.map((_, index) => index))
      for (const part of group.parts) {
        expect(part).toMatchObject({ relative_dates: 1, time_from: 0, start_of: 'after_previous_ends' })
        expect(part.duration).toBeGreaterThan(0)
      }
    }
  })

  it.each(named)('%s has its alerts inside their parts', (_, activity) => {
    for (const part of activity.plan.parts.flatMap(group => group.parts)) {
      for (const { at } of part.alerts) expect(at).toBeLessThan(part.duration)
      expect(new Set(part.alerts.map(({ at }) => at)).size).toBe(part.alerts.length)
    }
  })

  it.each(named)('%s uses only its own goals, and every goal can be logged or ticked', (_, activity) => {
    const goals = activity.plan.tasks.flatMap(group => group.parts)
    const uuids = goals.map(goal => goal.uuid)
    for (const part of activity.plan.parts.flatMap(group => group.parts)) {
      expect(uuids).toEqual(expect.arrayContaining(part.task_uuids))
    }
    expect(goals.length).toBeGreaterThan(0)
    for (const goal of goals) expect(goal.quick_log_buttons.length + goal.list.length).toBeGreaterThan(0)
  })

  it.each(named)('%s has a source, a known category, and only the allowed HTML', (_, activity) => {
    expect(activity.source.title).not.toBe('')
    expect(activity.source.note).not.toBe('')
    expect(slugs(categories)).toContain(activity.category)
    const { parts, tasks } = activity.plan
    for (const { content } of [
      activity,
      ...parts.flatMap(group => group.parts),
      ...tasks.flatMap(group => group.parts)
    ]) {
      expectAllowed(content)
    }
  })
})

describe('all activities', () => {
  it('there are at least 25 templates and 8 ordinary activities', () => {
    expect(activities.filter(activity => activity.is_preset).length).toBeGreaterThanOrEqual(25)
    expect(activities.filter(activity => !activity.is_preset).length).toBeGreaterThanOrEqual(8)
  })

  it('slugs are unique', () => {
    expectUnique(all.map(activity => activity.slug))
    for (const { slug } of all) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  it('uuids are unique', () => {
    expectUnique(all.flatMap(activity => uuids(activity.plan)))
  })

  it('the same name gives the same uuid', () => {
    expect(uuidFor('tabata/parts/0')).toBe(uuidFor('tabata/parts/0'))
    expect(uuidFor('tabata/parts/0')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('the category tree has unique slugs and at most four levels', { tags: 'D-59' }, () => {
    expectUnique(slugs(categories))
    expect(depth(categories)).toBe(4)
    expect(slugs(categories).length).toBeGreaterThanOrEqual(30)
  })
})

describe('published facts', () => {
  it.each([
    ['couch-to-5k-week-1', Array(8).fill([60, 90]).flat()],
    ['couch-to-5k-week-2', [...Array(5).fill([90, 120]).flat(), 90, 60]],
    ['couch-to-5k-week-3', [90, 90, 180, 180, 90, 90, 180, 180]],
    ['couch-to-5k-week-4', [180, 90, 300, 150, 180, 90, 300]],
    ['couch-to-5k-week-5-run-1', [300, 180, 300, 180, 300]],
    ['couch-to-5k-week-5-run-2', [480, 300, 480]],
    ['couch-to-5k-week-5-run-3', [1200]],
    ['couch-to-5k-week-6-run-1', [300, 180, 480, 180, 300]],
    ['couch-to-5k-week-6-run-2', [600, 180, 600]],
    ['couch-to-5k-week-6-run-3', [1320]],
    ['couch-to-5k-week-7', [1500]],
    ['couch-to-5k-week-8', [1680]],
    ['couch-to-5k-week-9', [1800]]
  ])('%s runs and walks as published, between two walks of five minutes', (slug, seconds) => {
    const [warmUp, main, coolDown, ...rest] = partsOf(slug)
    expect(rest).toEqual([])
    expect(warmUp?.duration).toBe(300)
    expect(coolDown?.duration).toBe(300)
    expect(main?.is_interval ? steps(main).map(([, duration]) => duration) : [main?.duration]).toEqual(seconds)
  })

  it('Couch to 5K alternates running and walking', () => {
    for (const main of activities
      .filter(({ slug }) => slug.startsWith('couch-to-5k'))
      .map(({ slug }) => partsOf(slug)[1] as Part)) {
      expect(steps(main).map(([title]) => title)).toEqual(
        steps(main).map((_, index) => (index % 2 === 0 ? 'Run' : 'Walk'))
      )
    }
  })

  it('Tabata is 8 × 20 seconds on, 10 off', () => {
    expect(partsOf('tabata')[1]).toMatchObject({
      duration: 240,
      timers: [{ sets: 8, nested: [{ duration: 20 }, { duration: 10 }] }]
    })
  })

  it('the 7-minute workout has twelve exercises of 30 seconds in order, 10 seconds apart', () => {
    const circuit = steps(partsOf('seven-minute-workout')[1] as Part)
    expect(circuit.filter((_, index) => index % 2 === 0)).toEqual([
      ['Jumping jacks', 30],
      ['Wall sit', 30],
      ['Push-up', 30],
      ['Abdominal crunch', 30],
      ['Step-up onto chair', 30],
      ['Squat', 30],
      ['Triceps dip on chair', 30],
      ['Plank', 30],
      ['High knees, running in place', 30],
      ['Lunge', 30],
      ['Push-up and rotation', 30],
      ['Side plank', 30]
    ])
    expect(circuit.filter((_, index) => index % 2 === 1)).toEqual(Array(11).fill(['Change', 10]))
  })

  it.each([
    ['box-breathing', [4, 4, 4, 4]],
    ['4-7-8-breathing', [4, 7, 8]],
    ['coherent-breathing', [5, 6, 6, 5]]
  ])('%s has the published counts', (slug, counts) => {
    expect(partsOf(slug)[1]?.timers[0]?.nested.map(inner => inner.duration)).toEqual(counts)
  })

  it('Pomodoro is four times 25 minutes with breaks of 5 and a long one', () => {
    expect(partsOf('pomodoro-four-rounds').map(part => part.duration / 60)).toEqual([25, 5, 25, 5, 25, 5, 25, 20])
  })

  it('lean coffee gives each topic five minutes', () => {
    const topics = partsOf('lean-coffee').filter(part => part.title.startsWith('Topic'))
    expect(topics.map(part => part.duration)).toEqual(Array(6).fill(300))
  })

  it('rounds give each participant a turn, with a prompt', { tags: 'D-93' }, () => {
    for (const slug of ['round-robin-check-in', 'daily-stand-up', 'book-club-meeting']) {
      const round = partsOf(slug).find(part => part.per_participant)
      expect(round?.edit_content).toBe(1)
      expect(round?.edit_prompt).not.toBe('')
      expect(find(slug).participant_limit).toBeGreaterThan(1)
    }
  })
})

describe('the tour', () => {
  it('the tour has its fixed addresses', { tags: ['D-122', 'TOUR-25', 'TOUR-26'] }, () => {
    expect(tour.activity.slug).toBe('challenge-hut-tour')
    expect(tour.session).toMatchObject({ id: 10 })
    expect(activities).not.toContain(tour.activity)
  })

  it('the tour links only to existing activities and logs only its own goals', () => {
    const goals = tour.activity.plan.tasks.flatMap(group => group.parts.map(goal => goal.title))
    for (const { task } of tour.logs) expect(goals).toContain(task)
    for (const post of tour.posts) {
      expectAllowed(post.content)
      for (const [, slug] of post.content.matchAll(/href="\/activities\/([^"]+)"/g))
        expect(find(slug as string)).toBeDefined()
    }
  })
})

function find(slug: string): SeedActivity {
  const found = all.find(activity => activity.slug === slug)
  if (!found) throw new Error(`No activity ${slug}`)
  return found
}

function partsOf(slug: string): Part[] {
  return find(slug).plan.parts.flatMap(group => group.parts)
}

/** The title and seconds of every nested timer, in the order in which they run. */
function steps(part: Part): [string, number][] {
  return part.timers.flatMap(timer =>
    Array.from({ length: timer.sets }, () =>
      timer.nested.map((inner): [string, number] => [inner.title, inner.duration])
    ).flat()
  )
}

function partLength(part: Part, { participant_limit }: SeedActivity): number {
  return part.per_participant ? part.duration * part.sets * (participant_limit ?? 1) : part.duration
}

function timerLength({ is_interval, duration, sets, nested }: Timer): number {
  return is_interval ? sets * sum(nested.map(inner => inner.duration)) : duration
}

function slugs(tree: readonly SeedCategory[]): string[] {
  return tree.flatMap(({ slug, children = [] }) => [slug, ...slugs(children)])
}

function depth(tree: readonly SeedCategory[]): number {
  return tree.length === 0 ? 0 : 1 + Math.max(...tree.map(({ children = [] }) => depth(children)))
}

function uuids(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(uuids)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'uuid' ? [String(inner)] : key === 'task_uuids' ? [] : uuids(inner)
  )
}

function expectAllowed(html: string) {
  const tags = [...html.matchAll(/<\/?([a-z0-9]+)[^>]*>/g)]
  for (const [tag, name] of tags) {
    expect(['p', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'h3']).toContain(name)
    if (name !== 'a') expect(tag).toMatch(/^<\/?[a-z0-9]+>$/)
  }
  const open: string[] = []
  for (const [tag, name] of tags) {
    if (tag.startsWith('</')) expect(open.pop()).toBe(name)
    else open.push(name as string)
  }
  expect(open).toEqual([])
}

function expectUnique(values: string[]) {
  expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([])
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
