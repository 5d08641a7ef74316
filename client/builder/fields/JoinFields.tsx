import { Button, Checkbox, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import { memo } from 'react'
import { waitUnlinked } from '../../../domain/activities/linked-groups.ts'
import { autoStartProblem } from '../../../domain/activities/parts-check.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { toast } from '../../ui/toasts/toast.tsx'
import classes from '../Builder.module.css'
import { useBuilderStore, useError, useFields } from '../builder.ts'
import { randomCode } from './random-code.ts'

/** The fields about joining, visibility and the start by hand. */
export const JoinFields = memo(function JoinFields() {
  const form = useFields(
    'participant_limit',
    'donation_link',
    'unlisted',
    'is_manually_started',
    'needs_code',
    'join_code',
    'is_preset'
  )
  const errors = {
    participant_limit: useError('participant_limit'),
    donation_link: useError('donation_link'),
    unlisted: useError('unlisted'),
    join_code: useError('join_code')
  }
  const { get } = useBuilderStore()
  const { set, plan, status, kind, together } = get()
  const over = status === SessionStatus.Ended

  function setManual(isManual: boolean): void {
    const { parts, started_at } = get().form
    const problem = isManual && parts.map(group => autoStartProblem(group, true)).find(Boolean)
    const hasDate = isManual && started_at !== null
    together(() => {
      set({ is_manually_started: isManual ? 1 : 0, ...(hasDate ? { started_at: null } : {}) })
      if (problem) plan(waitUnlinked)
    })
    if (problem) toast.info(problem, { id: 'auto-start' })
    if (hasDate) toast.help('The host starts it, so we removed the start date.')
  }

  return (
    <Stack gap="md">
      <div className={classes.fields}>
        <NumberInput
          label="Participant limit"
          placeholder="No limit"
          hideControls
          allowNegative={false}
          allowDecimal={false}
          disabled={over}
          value={form.participant_limit ?? ''}
          error={errors.participant_limit}
          onChange={value => set({ participant_limit: value === '' ? null : Number(value) })}
        />
        <TextInput
          label="Donation link"
          type="url"
          placeholder="https://"
          value={form.donation_link}
          error={errors.donation_link}
          onChange={event => set({ donation_link: event.currentTarget.value })}
        />
      </div>
      <NativeSelect
        label="Visibility"
        size="md"
        description={
          form.unlisted ? 'Only people with the link can find it.' : 'Anyone can find it in lists and search.'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={form.unlisted}
        error={errors.unlisted}
        onChange={event => set({ unlisted: event.currentTarget.value === '1' ? 1 : 0 })}
      >
        <option value={0}>Listed</option>
        <option value={1}>Unlisted</option>
      </NativeSelect>
      <Checkbox
        label="Starts by hand"
        description="Everyone starts when you press Start."
        disabled={status !== SessionStatus.NotStarted}
        checked={form.is_manually_started === 1}
        onChange={event => setManual(event.currentTarget.checked)}
      />
      <Checkbox
        label="Needs a code to join"
        description="Anyone can read about it, but joining needs the code."
        disabled={over}
        checked={form.needs_code === 1}
        onChange={event => set({ needs_code: event.currentTarget.checked ? 1 : 0 })}
      />
      {form.needs_code === 1 && (
        <div className={classes.code}>
          <TextInput
            label="Join code"
            description="Leave empty and we’ll make one."
            maxLength={100}
            autoComplete="off"
            disabled={over}
            value={form.join_code ?? ''}
            error={errors.join_code}
            onChange={event => set({ join_code: event.currentTarget.value || null })}
          />
          <Button
            variant="default"
            leftSection={<IconKey size={18} aria-hidden />}
            disabled={over}
            onClick={() => set({ join_code: randomCode() })}
          >
            Get a code
          </Button>
        </div>
      )}
      <Checkbox
        label="Template"
        description={`People start their own ${kind === 'session' ? 'sessions' : 'activities'} from it. Nobody joins this one.`}
        disabled={over}
        checked={form.is_preset === 1}
        onChange={event => set({ is_preset: event.currentTarget.checked ? 1 : 0 })}
      />
    </Stack>
  )
})
