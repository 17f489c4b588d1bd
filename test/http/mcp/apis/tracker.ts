import type { Action, ApiDeclaration, Kind, Row } from './api.ts'

// An API of 35 operations: the projects, sprints and issues of a team.

const string = { type: 'string' }
const integer = { type: 'integer' }
const date = { type: 'string', format: 'date' }
const TEAM = ['ada', 'grace', 'edsger', 'barbara']

const one = <T>(list: readonly T[], index: number): T => list[index % list.length]!
const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
const enumerated = (...values: string[]) => ({ type: 'string', enum: values })

/** An action that changes the status. */
export function step (title: string, from: (row: Row) => boolean, to: string, input?: Action['input']): Action {
  return { title, when: from, apply: row => { row['status'] = to }, ...(input === undefined ? {} : { input }) }
}

export const isIn = (...statuses: string[]) => ({ status }: Row) => statuses.includes(String(status))

/** A kind whose rows people create and change. */
export function plainKind (name: string, members: Kind['members'], row: (index: number) => object, count = 12): Kind {
  const names = Object.keys(members)
  return {
    name,
    plural: `${name}s`,
    members,
    search: names.slice(0, 1),
    create: names,
    edit: names,
    actions: {},
    rows: () => Array.from({ length: count }, (_, index) => ({ id: index + 1, ...row(index) }))
  }
}

export const tracker: ApiDeclaration = {
  title: 'tracker',
  root: { name: 'Tracker', user: 'ada' },
  kinds: [
    {
      ...plainKind('issue', {
        title: string,
        status: enumerated('open', 'blocked', 'closed'),
        label: enumerated('bug', 'feature', 'chore'),
        assignee: string,
        project: integer,
        openedOn: date
      }, index => ({
        title: `The page ${index + 1} is slow`,
        status: one(['closed', 'blocked', 'open', 'open'], index),
        label: one(['bug', 'feature', 'chore'], index),
        assignee: one(TEAM, index),
        project: 1 + index % 5,
        openedOn: day(index)
      }), 80),
      search: ['status', 'label', 'assignee'],
      create: ['title', 'label', 'project'],
      edit: ['title', 'label'],
      editable: isIn('open', 'blocked'),
      actions: {
        close: step('Close the issue', ({ status, label, id }) => status === 'open' && !(label === 'bug' && id < 20),
          'closed', { required: [], properties: { reason: { type: 'string', maxLength: 200 } } }),
        reopen: step('Open the issue again', isIn('closed'), 'open'),
        assign: {
          title: 'Give the issue to a member',
          when: isIn('open', 'blocked'),
          input: { required: ['assignee'], properties: { assignee: string } },
          apply: (row, { assignee }) => { row['assignee'] = assignee }
        }
      }
    },
    {
      ...plainKind('sprint', { name: string, status: enumerated('planned', 'running', 'done'), startsOn: date },
        index => ({ name: `Sprint ${index + 1}`, status: index < 5 ? 'done' : 'planned', startsOn: day(index * 14) })),
      search: ['status'],
      create: ['name', 'startsOn'],
      edit: ['name', 'startsOn'],
      actions: {
        start: step('Start the sprint', isIn('planned'), 'running'),
        finish: step('Finish the sprint', isIn('running'), 'done')
      }
    },
    {
      ...plainKind('project', { name: string, status: enumerated('active', 'archived'), owner: string },
        index => ({ name: `Project ${index + 1}`, status: 'active', owner: one(TEAM, index) })),
      create: ['name'],
      edit: ['name', 'owner'],
      actions: { archive: step('Archive the project', isIn('active'), 'archived') }
    },
    plainKind('milestone', { name: string, project: integer, dueOn: date },
      index => ({ name: `Milestone ${index + 1}`, project: 1 + index % 5, dueOn: day(index * 30) })),
    plainKind('comment', { issue: integer, author: string, text: string },
      index => ({ issue: 1 + index % 9, author: one(TEAM, index), text: 'It is fast for me.' })),
    plainKind('member', { name: string, role: enumerated('developer', 'designer', 'manager'), email: string },
      index => ({ name: one(TEAM, index), role: 'developer', email: `${one(TEAM, index)}@example.com` })),
    plainKind('release', { version: string, project: integer, releasedOn: date },
      index => ({ version: `1.${index}.0`, project: 1, releasedOn: day(index * 20) }))
  ]
}
