import { type Static, Type } from 'typebox'

const Id = Type.Integer({ minimum: 1 })
const Name = Type.String({ minLength: 1, maxLength: 255, title: 'Name' })

// The driver returns a Date, and Fastify serializes it.
const DateTime = Type.Unsafe<Date>({ type: 'string', format: 'date-time' })

const Status = Type.Enum(['new', 'in-progress', 'completed'], { title: 'Status' })

export const TaskSchema = Type.Object({
  id: Id,
  name: Name,
  author_id: Id,
  assigned_user_id: Type.Union([Id, Type.Null()]),
  status: Status,
  created_at: DateTime,
  updated_at: DateTime
})

export type Task = Static<typeof TaskSchema>

export const TaskListSchema = Type.Object({
  total: Type.Integer({ minimum: 0 }),
  tasks: Type.Array(TaskSchema)
})

export type TaskList = Static<typeof TaskListSchema>

export const TaskQuerySchema = Type.Object({
  page: Type.Integer({ minimum: 1, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
  status: Type.Optional(Status)
})

export const CreateTaskSchema = Type.Object({ name: Name })
export const UpdateTaskSchema = Type.Partial(Type.Object({ name: Name, status: Status }))
export const AssignTaskSchema = Type.Object({ userId: Type.Integer({ minimum: 1, title: 'User' }) })

export const UserSchema = Type.Object({ id: Id, username: Type.String() })

export const CredentialsSchema = Type.Object({ username: Type.String(), password: Type.String() })
