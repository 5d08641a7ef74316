import { describe, expect, test } from 'vitest'
import { readPlanText } from './read-text.ts'
import { outlineText } from './write-text.ts'

/** The canonical text of what was understood, without its problems. */
function understood(text: string): string {
  const { outline, problems } = readPlanText(text)
  expect(problems).toEqual([])
  return outlineText(outline)
}

describe('plan text is understood', { tags: 'D-155' }, () => {
  test.each([
    [
      '10 min warm up, 5 x (1 min run, 2 min walk), 5 min cool down',
      '10 min warm up\n5 x (1 min run, 2 min walk)\n5 min cool down'
    ],
    [
      '7 min\n1:30 plank\n90 s\n1 h 15\n1h15m ride\n1:02:03',
      '7 min\n1 min 30 s plank\n1 min 30 s\n1 h 15 min\n1 h 15 min ride\n1 h 2 min 3 s'
    ],
    ['10-minute warm up; 2 hours hike', '10 min warm up\n2 h hike'],
    [
      'run 5 min, walk for 90 seconds, Rest (30 s), Stretch: 2 min, Cool down – 4 min',
      '5 min run\n1 min 30 s walk\n30 s Rest\n2 min Stretch\n4 min Cool down'
    ],
    ['- 5 min a\n* 5 min b\n2. 5 min c\n• 5 min d', '5 min a\n5 min b\n5 min c\n5 min d'],
    ['5 min run, then 2 min walk, and 1 min rest', '5 min run\n2 min walk\n1 min rest'],
    ['3 x 1 min run', '3 x (1 min run)'],
    [
      '3 rounds of (20 s work, 10 s rest)\n2 times (1 min a)\n4× (1 min b)',
      '3 x (20 s work, 10 s rest)\n2 x (1 min a)\n4 x (1 min b)'
    ],
    ['2 x (1 min run, 3 x (20 s sprint, rest 10 s))', '2 x (1 min run, 3 x (20 s sprint, 10 s rest))'],
    ['Main set 4 x (\n  1 min on\n  1 min off\n)', 'Main set: 4 x (1 min on, 1 min off)'],
    [
      '20 min Circuit: 3 x (Core: 2 x (20 s plank, 10 s rest), 1 min run)',
      '20 min Circuit: 3 x (Core: 2 x (20 s plank, 10 s rest), 1 min run)'
    ],
    ['Circuit (20 s plank, 10 s rest)', 'Circuit: 1 x (20 s plank, 10 s rest)'],
    ['2 min each check-in, 2 x 3 min each feedback', '2 min each check-in\n2 x 3 min each feedback'],
    ['10 min warm up, run until 25:00, until 1:00:00 walk', '10 min warm up\n15 min run\n35 min walk'],
    ['from 7:00\n10 min wake up\nbreakfast until 7:30\nuntil 8:00', '10 min wake up\n20 min breakfast\n30 min'],
    [
      '10 min warm up - Easy, with long steps\n5 min run – fast',
      '10 min warm up - Easy, with long steps\n5 min run - fast'
    ],
    ['10 min warm up - easy, 5 min run', '10 min warm up - easy\n5 min run'],
    ['5 min - a note', '5 min - a note'],
    ['5 min plank (left side), walk 10,000 steps 2 h', '5 min "plank (left side)"\n2 h "walk 10,000 steps"'],
    ['5 min "Run, then ""walk"""', '5 min "Run, then ""walk"""'],
    [
      '5 min a\nGroup Kitchen:\n7 min b\nGroup 3 x:\n1 min c',
      '5 min a\n\nGroup Kitchen:\n7 min b\n\nGroup 3 x:\n1 min c'
    ],
    ['', '']
  ])('%j', (text, canonical) => {
    expect(understood(text)).toBe(canonical)
    expect(understood(canonical)).toBe(canonical)
  })

  test.each([
    [
      'Goals: 100 push-ups, 8 glasses of water, 5 km run, 30 min reading',
      'Goals:\nPush-ups: 100 push-ups\nWater: 8 glasses\nRun: 5 km\nReading: 30 min'
    ],
    [
      'Goals Kitchen:\nDrink water: 8 glasses - cold\nStretch\nSwim: 1,000 meters and 30 min and 2 times',
      'Goals Kitchen:\nDrink water: 8 glasses - cold\nStretch\nSwim: 2 times and 1 km and 30 min'
    ],
    [
      'goals:\nRun: 3 miles\nSteps: 10,000\nWalk: any amount\nRead: any amount of pages',
      'Goals:\nRun: 3 mi\nSteps: 10000 times\nWalk: any amount\nRead: any amount of pages'
    ],
    ['Goals: "": 8 glasses, "Untitled goal"', 'Goals:\nUntitled goal: 8 glasses\n"Untitled goal"']
  ])('%j', (text, canonical) => {
    expect(understood(text)).toBe(canonical)
    expect(understood(canonical)).toBe(canonical)
  })
})

describe('a problem names its place and a proposal', { tags: 'D-155' }, () => {
  test.each([
    ['10 min a, 5 mni run', '5 mni', '“mni” is no unit of time.', '5 min'],
    ['5 squats', '5', 'Add a unit of time to 5, such as min or s.', '5 min'],
    ['5-7 min run', '5-7 min', 'Give one length instead of a range.', '7 min'],
    ['lunges', 'lunges', 'Say how long “lunges” takes.', '5 min lunges'],
    ['3 x run', '3 x run', 'Say how long each of them takes.', '3 x (1 min run)'],
    ['0 x (1 min a)', '0 x', 'Something can repeat 1 to 1,000 times.', '1 x'],
    ['5 x (1 min run', '(1 min run', 'This parenthesis isn’t closed.', '(1 min run)'],
    ['5 min run)', ')', 'This parenthesis was never opened.', ''],
    ['3 x ()', '()', 'Put something between the parentheses.', '(1 min work, 1 min rest)'],
    ['3 x (1 min a) hard', 'hard', 'This doesn’t belong to the part before it.', '- hard'],
    ['5 min "run', '"run', 'This quotation mark isn’t closed.', '"run"'],
    [
      '2 x (1 min a, 3 x (1 min b, 2 x (1 min c)))',
      '2 x (1 min c)',
      'Repeats can be nested twice. Write this one out.',
      '1 min c, 1 min c'
    ],
    ['2 x (1 min each a)', '1 min each a', 'Only a part can give each person a turn.', '60 s a'],
    ['10 min a, b until 7:30', 'b until 7:30', 'The parts before it already last that long.', '5 min'],
    [
      '2 min each a, b until 7:30',
      'b until 7:30',
      'The parts before it take turns, so give a length instead.',
      '5 min'
    ],
    ['31 d hike', '31 d', 'A part lasts at most 30 days.', '30 d'],
    [
      'Warm up:\n5 min a',
      'Warm up:',
      'A plan has no headings. Lines below “Group A:” run at the same time as the lines before it.',
      ''
    ],
    ['Goals: 5 m run', '5 m', 'Write min for minutes, or km for a distance.', '5 min'],
    ['Goals: Run: fast', 'fast', 'Give an amount after the colon, such as 8 glasses or 5 km.', '1 times'],
    ['Goals: 3 x 20 push-ups', '3 x 20 push-ups', 'Write the total amount.', '60 push-ups'],
    ['Goals: 30 min', '30 min', 'Say what the goal is.', '30 min practice'],
    ['Goals: Run: 5 km and 3 mi', '3 mi', 'A goal has one amount, one distance and one length of time.', null]
  ])('%j', (text, place, message, proposal) => {
    const [problem, ...others] = readPlanText(text).problems
    expect(others).toEqual([])
    const { offset = 0, length = 0 } = problem ?? {}
    expect(problem).toMatchObject({ message, proposal })
    expect(text.slice(offset, offset + length)).toBe(place)
    if (proposal === null) return
    const mended = text.slice(0, offset) + proposal + text.slice(offset + length)
    expect(readPlanText(mended).problems).toEqual([])
  })

  test('the rest of the text is understood', () => {
    const { outline, problems } = readPlanText('10 min warm up, 5 mni run\nlunges\n5 min cool down')
    expect(outlineText(outline)).toBe('10 min warm up\n5 min cool down')
    expect(problems).toHaveLength(2)
  })

  test('more than a plan can hold', () => {
    expect(readPlanText('1 min a\n'.repeat(501)).problems).toMatchObject([
      { offset: 4000, message: 'Use at most 500 parts and goals.' }
    ])
    expect(readPlanText('1 min a\n'.repeat(2000)).problems).toMatchObject([{ offset: 4000, length: 12_000 }])
    const groups = readPlanText('Group:\n1 min a\n'.repeat(52))
    expect(groups.problems).toMatchObject([{ message: 'Use at most 50 groups.' }])
    expect(groups.outline.groups).toHaveLength(50)
    expect(readPlanText('Goals:\na\n'.repeat(52)).outline.goals).toHaveLength(50)
    const title = 'a'.repeat(256)
    expect(readPlanText(`1 min ${title}`).problems).toMatchObject([{ offset: 6, proposal: title.slice(1) }])
    const steps = Array.from({ length: 51 }, () => '1 s a').join(', ')
    expect(readPlanText(`2 x (${steps})`).problems).toMatchObject([
      { offset: 4, message: 'Use at most 50 steps between parentheses.' }
    ])
    expect(readPlanText('('.repeat(20_000)).problems).not.toEqual([])
  })

  test('a comma between digits belongs to the number that is not understood', () => {
    const { outline, problems } = readPlanText('7,5 min run, 1 min walk')
    expect(problems).toMatchObject([{ offset: 0, proposal: '7.5 min' }])
    expect(outlineText(outline)).toBe('1 min walk')
  })
})

const BLANKS = ' '.repeat(100_000)

test.each([
  `run 1h${'1'.repeat(100_000)}x`,
  `run 1 h ${'1 '.repeat(190)}x`,
  `group${BLANKS}x`,
  `group 3 x${BLANKS}x`,
  `goals${BLANKS}x`,
  `run${BLANKS}x`,
  `1 min run${BLANKS}x`,
  `5 x${BLANKS}(1 min run`,
  `Goals: water: 8${BLANKS}x`,
  `Goals: ${'1,'.repeat(50_000)}`,
  `1 s a ${'1,'.repeat(50_000)}`,
  '1 min,'.repeat(1000),
  '('.repeat(100_000),
  '" '.repeat(50_000)
])('a long text takes a time that grows no faster than its length: %.16s', { timeout: 1500 }, text => {
  expect(readPlanText(text).problems.length).toBeLessThan(1001)
})
