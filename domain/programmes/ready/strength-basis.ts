import type { ReadyProgramme } from '../programme.ts'

export const strengthBasis: ReadyProgramme = {
  slug: 'strength-basis',
  title: 'Strength basics',
  about:
    'Legs, back, chest and core at home, twice a week for eight weeks, without equipment. Rounds and times grow slowly. Stop when something hurts, and ask a doctor first if you are unsure about your health.',
  source: {
    name: 'World Health Organization, Guidelines on physical activity and sedentary behaviour: strengthen the muscles on two or more days a week',
    url: 'https://www.who.int/publications/i/item/9789240015128'
  },
  text: `Weeks 1-2: Learn the movements
> Slow and clean counts more than many. Lean on a chair or the wall where you need to.
2 x Strength: 5 min warm up, Circuit: 2 x (30 s squats, 30 s rest, 30 s push-ups at the wall, 30 s rest, 30 s bridge, 1 min rest), 3 min stretch

Weeks 3-4: One round more
2 x Strength: 5 min warm up, Circuit: 3 x (30 s squats, 30 s rest, 30 s push-ups at a table, 30 s rest, 30 s bridge, 30 s rest, 20 s plank, 1 min rest), 3 min stretch

Weeks 5-6: Longer
> Bend your knees for the push-ups, or go on at the table.
2 x Strength: 5 min warm up, Circuit: 3 x (40 s squats, 20 s rest, 40 s push-ups, 20 s rest, 40 s bridge, 20 s rest, 30 s plank, 1 min rest), 3 min stretch

Weeks 7-8: Lunges join in
2 x Strength: 5 min warm up, Circuit: 4 x (40 s lunges, 20 s rest, 40 s push-ups, 20 s rest, 40 s bridge on one leg, 20 s rest, 40 s plank, 1 min rest), 3 min stretch`
}
