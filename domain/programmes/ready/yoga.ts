import type { ReadyProgramme } from '../programme.ts'

export const yoga: ReadyProgramme = {
  slug: 'six-weeks-of-yoga',
  title: 'Six weeks of yoga',
  about:
    'A short practice on three days a week: first single poses, then short sequences, at the end half an hour. Go only as far as your breath stays calm. Ask a doctor first if you have an injury or are pregnant.',
  source: { name: 'NHS, A guide to yoga', url: 'https://www.nhs.uk/live-well/exercise/guide-to-yoga/' },
  text: `Week 1: Breathe and arrive
3 x Practice: 2 min sit and breathe, 2 min cat and cow, 2 min child's pose, 2 min lie still

Week 2: Stand
3 x Practice: 2 min sit and breathe, 2 min cat and cow, 2 min mountain, 2 min warrior to the right, 2 min warrior to the left, 3 min lie still

Week 3: Bend and stretch
3 x Practice: 2 min sit and breathe, 3 x (30 s downward dog, 30 s child's pose), 2 min forward bend, 2 min cobra, 3 min lie still

Week 4: In one flow
> Move with the breath. Skip a pose rather than hurry.
3 x Practice: 2 min sit and breathe, 4 x (20 s mountain, 20 s forward bend, 20 s plank, 20 s cobra, 40 s downward dog), 4 min lie still

Week 5: Balance
3 x Practice: 2 min sit and breathe, 4 x (20 s mountain, 20 s forward bend, 20 s plank, 20 s cobra, 40 s downward dog), 2 x (1 min tree on the right, 1 min tree on the left), 5 min lie still

Week 6: Half an hour
3 x Practice: 3 min sit and breathe, 6 x (20 s mountain, 20 s forward bend, 20 s plank, 20 s cobra, 40 s downward dog), 2 x (2 min warrior to the right, 2 min warrior to the left), 2 x (1 min tree on the right, 1 min tree on the left), 3 min bridge, 6 min lie still`
}
