// Written by `hyper-api client`: run it again in place of editing this file.
import type { ActionTo, LinkTo, NoInput } from 'fastify-hyper/client'

/** The API: `createClient<Api>(url)`. */
export interface Api {
  readonly start: Root
}

/** `GET /users/:id` */
export interface User {
  readonly data: UserData
  readonly links: {
    readonly self: LinkTo<User>
  }
  readonly embedded: {}
  readonly actions: {}
  readonly items: never
}

/** `GET /board` */
export interface Board {
  readonly data: BoardData
  readonly links: {
    readonly self: LinkTo<Board>
  }
  readonly embedded: {
    readonly open?: Task
    readonly finished?: Task
  }
  readonly actions: {}
  readonly items: never
  readonly onDemand: 'owner' | 'others'
}

/** `GET /tasks/:id`, `POST /tasks/:id/finish` */
export interface Task {
  readonly data: TaskData
  readonly links: {
    readonly self: LinkTo<Task>
    readonly owner?: LinkTo<User>
  }
  readonly embedded: {
    /** On demand: `{ transclude: ['owner'] }` */
    readonly owner?: User
    /** On demand: `{ transclude: ['others'] }` */
    readonly others?: TaskOthers
  }
  readonly actions: {
    /** `POST /tasks/:id/finish` */
    readonly finish?: ActionTo<NoInput, Task>
  }
  readonly items: never
  readonly onDemand: 'owner' | 'others'
}

/** `GET /` */
export interface Root {
  readonly data: RootData
  readonly links: {
    readonly tasks: LinkTo<ListTasks>
    readonly board: LinkTo<Board>
    readonly task: LinkTo<Task, RootTaskVariables>
    readonly full: LinkTo<FullTask, RootFullVariables>
    readonly users: LinkTo<UserList>
  }
  readonly embedded: {}
  readonly actions: {}
  readonly items: never
}

/** `GET /tasks` */
export interface ListTasks {
  readonly data: ListTasksData
  readonly links: {
    readonly self: LinkTo<ListTasks>
    readonly first?: LinkTo<ListTasks>
    readonly prev?: LinkTo<ListTasks>
    readonly next?: LinkTo<ListTasks>
    readonly last?: LinkTo<ListTasks>
  }
  readonly embedded: {
    readonly tasks?: Task
  }
  readonly actions: {}
  readonly items: Task
  readonly onDemand: 'owner' | 'others'
}

/** `GET /tasks/:id/full` */
export interface FullTask {
  readonly data: FullTaskData
  readonly links: {}
  readonly embedded: {
    readonly task?: Task
  }
  readonly actions: {}
  readonly items: never
  readonly onDemand: 'owner' | 'others'
}

/** `GET /users` */
export interface UserList {
  readonly data: UserListData
  readonly links: {}
  readonly embedded: {}
  readonly actions: {}
  readonly items: User
}

export interface TaskOthers {
  readonly data: TaskOthersData
  readonly links: {
    readonly self: LinkTo<TaskOthers>
  }
  readonly embedded: {}
  readonly actions: {}
  readonly items: never
}

export type UserListData = UserData[]

export interface UserData {
  id: number
  name: string
}
export interface BoardData {}
export interface TaskData {
  id: number
  title: string
  done: boolean
}
export interface RootData {}
export interface RootTaskVariables {
  id: number
}
export interface RootFullVariables {
  id: number
}
export interface ListTasksData {
  total: number
  page: number
}
export interface FullTaskData {
  task: TaskData
  comments: number
}
export interface TaskOthersData {
  id: number
  title: string
  done: boolean
}
