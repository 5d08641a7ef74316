import { Button } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { type DistanceUnit, distanceText } from '../../domain/lib/distance.ts'
import { amountText, lengthText } from '../../domain/lib/duration.ts'
import type { Template } from '../../domain/session-goals/api.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { askForTokens } from '../billing/purchase.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import { toastError, useAction } from '../ui/ActionButton.tsx'
import { TextLink } from '../ui/links/TextLink.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import classes from './SessionGoals.module.css'
import { asMember, copyTemplate } from './session-goals.ts'

/** A goal of the plan that people can copy to their own goals (SGL-03, SGL-05). */
export function TemplateCard({ template, data }: { template: Template; data: SessionData }) {
  const { busy, run } = useAction(error => (askForTokens(error, copyNow) ? null : toastError(error)))
  async function copy(): Promise<void> {
    const goal = await copyTemplate(data, template)
    toast.success('Goal copied successfully!', { link: { label: 'View Goal', to: `/my/goals/${goal.id}` } })
  }
  function copyNow(): void {
    void run(copy)
  }
  const targets = targetsText(template, useDistanceUnit())
  return (
    <article className={classes.template} aria-label={template.title}>
      <div className={classes.words}>
        <h3>{template.title}</h3>
        {targets && <p>{targets}</p>}
        {template.content && <p className={classes.content}>{template.content}</p>}
        {template.list.length > 0 && (
          <ul>
            {template.list.map(({ uuid, title }) => (
              <li key={uuid}>{title}</li>
            ))}
          </ul>
        )}
      </div>
      {template.my_goal_id === null ? (
        <Button
          variant="light"
          loading={busy}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => asMember(data, copyNow)}
          aria-label={`Add to My Goals: ${template.title}`}
        >
          Add to My Goals
        </Button>
      ) : (
        <TextLink to={`/my/goals/${template.my_goal_id}`} className={classes.mine}>
          <IconCheck size={20} aria-hidden /> In my goals
        </TextLink>
      )}
    </article>
  )
}

/** The template's targets as text, such as "6 glasses, 25 min". */
function targetsText({ amount, unit, distance, duration, action_duration }: Template, distances: DistanceUnit): string {
  const seconds = action_duration || duration
  return [
    amount ? amountText(amount, unit) : '',
    distance ? distanceText(distance, distances) : '',
    seconds ? lengthText(seconds) : ''
  ]
    .filter(Boolean)
    .join(', ')
}
