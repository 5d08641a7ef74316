import { Button, CloseButton, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Goal, goalPage, type Sharing } from '../../../domain/goals/api.ts'
import { getSharing, shareGoal, unshareGoal, type Whom } from '../../../domain/goals/sharing-api.ts'
import { Face } from '../../faces/Face.tsx'
import { call } from '../../lib/api.ts'
import { changePages } from '../../lib/page-cache.ts'
import { useAction } from '../../ui/ActionButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { messageOf, useRefusal } from '../../ui/forms/form-errors.tsx'
import { Loading } from '../../ui/loading/Loading.tsx'
import classes from './ShareGoal.module.css'

interface Props {
  goal: Pick<Goal, 'id' | 'title'>
  opened: boolean
  onClose: () => void
}

/** Chooses who sees a goal (D-163). Each change saves at once. */
export function ShareGoal({ goal, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Share “${goal.title}”`}>
      {opened && <Choices goal={goal.id} />}
    </Dialog>
  )
}

function Choices({ goal }: { goal: number }) {
  const params = { goal: String(goal) }
  const queryKey = ['sharing', goal]
  const client = useQueryClient()
  const { data, error } = useQuery({ queryKey, queryFn: () => call(getSharing, { params }), staleTime: 0 })
  const { refusal, run } = useAction()
  const form = useForm({ initialValues: { username: '' } })
  const refused = useRefusal(form)

  function keep(sent: { sharing: Sharing }): void {
    client.setQueryData(queryKey, sent)
    changePages(goalPage, page => (page.goal.id === goal ? { ...page, sharing: sent.sharing } : page))
  }
  const change = (isOn: boolean, whom: Whom) =>
    run(async () => keep(await call(isOn ? shareGoal : unshareGoal, { params, body: whom })))
  const add = refused.guard(async ({ username }: typeof form.values) => {
    keep(await call(shareGoal, { params, body: { username } }))
    form.reset()
  })

  if (!data) return error ? <FormMessage text={messageOf(error)} /> : <Loading />
  const { everyone, shared_with: people, groups } = data.sharing
  const isShared = everyone === 1 || people.length > 0 || groups.some(({ is_shared }) => is_shared)
  return (
    <Stack gap="md">
      <Text c="dimmed">They see its title, target, progress and streak, and can cheer. Never your notes or logs.</Text>
      <Switch
        size="md"
        label="Everyone, on my profile"
        checked={everyone === 1}
        onChange={event => void change(event.currentTarget.checked, { everyone: 1 })}
      />
      {groups.map(({ id, title, is_shared }) => (
        <Switch
          key={id}
          size="md"
          label={title}
          checked={is_shared === 1}
          onChange={event => void change(event.currentTarget.checked, { group_id: id })}
        />
      ))}
      <Form aria-label="Share with a person" busy={form.submitting} onSubmit={form.onSubmit(add)}>
        <Group gap="xs" align="end" wrap="nowrap">
          <TextInput
            flex={1}
            label="A person"
            placeholder="Username"
            autoCapitalize="none"
            autoComplete="off"
            {...form.getInputProps('username')}
          />
          <Button type="submit" variant="default" loading={form.submitting}>
            Share
          </Button>
        </Group>
        <FormMessage text={refused.text} />
      </Form>
      {people.length > 0 && (
        <ul className={classes.people} aria-label="People it is shared with">
          {people.map(username => (
            <li key={username}>
              <Face username={username} size={32} />
              <span>{username}</span>
              <CloseButton
                size="xl"
                iconSize={20}
                aria-label={`Stop sharing with ${username}`}
                onClick={() => void change(false, { username })}
              />
            </li>
          ))}
        </ul>
      )}
      <FormMessage text={refusal} />
      {isShared && (
        <Button variant="default" onClick={() => void change(false, {})}>
          Stop sharing
        </Button>
      )}
    </Stack>
  )
}
