import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Role } from '../../../domain/accounts/user.ts'
import * as api from '../../../domain/admin/people-api.ts'
import { call } from '../../lib/api.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { actOn } from '../people.ts'

const ROLES = [
  { value: String(Role.Member), label: 'Member' },
  { value: String(Role.Moderator), label: 'Moderator' },
  { value: String(Role.Admin), label: 'Admin' }
]
const ROLE_TEXTS = new Map([
  [String(Role.Moderator), 'Looks at reports, hides, and suspends for up to a week.'],
  [String(Role.Admin), 'Can do everything.']
])

export function RolePanel({ person: { username, role_id } }: { person: api.AdminPerson }) {
  const [role, setRole] = useState(String(role_id))
  const chosen = ROLES.find(({ value }) => value === role)
  return (
    <Panel id="role" title="Role" size="h3">
      <NativeSelect
        aria-label="Role"
        description={ROLE_TEXTS.get(role)}
        inputWrapperOrder={['input', 'description']}
        data={ROLES}
        value={role}
        onChange={event => setRole(event.currentTarget.value)}
        mb="md"
      />
      <ConfirmButton
        label="Change the role"
        button={{ disabled: Number(role) === role_id }}
        title={`Change the role of ${username}?`}
        confirm="Change"
        onConfirm={() => {
          const body = { role_id: Number(role) as Role }
          return actOn(() => call(api.setPersonRole, { params: { username }, body }), 'The role was changed.')
        }}
      >
        {username} becomes: {chosen?.label}. {ROLE_TEXTS.get(role)}
      </ConfirmButton>
    </Panel>
  )
}
