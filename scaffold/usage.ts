/** What `hyper-api help` prints. */
export const USAGE = `Usage: hyper-api [new] <dir> [options]    write a new project: an orders API
       hyper-api add resource <name> [options]
                                          add a kind of resource to a project
       hyper-api adopt <app> [options]    write links for an app that has none
       hyper-api routes <app> [options]   write the typed catalog of an app's routes
       hyper-api catalog <app> [options]  write an app's routes as a package for other services
       hyper-api check <app> [options]    find what is wrong with an app's links
       hyper-api map <app> [options]      print the states of an app that can be reached
       hyper-api client <app> [options]   write the types of an API for fastify-hyper/client
       hyper-api contract <app> [options] write what clients of an API depend on
       hyper-api diff <old> <new> [options]
                                          find what breaks clients that follow links
       hyper-api help                     show this
       hyper-api version                  show the version

<app> is a module. Its export default, app, buildApp, createApp or build is a
Fastify instance, a function that returns one, or a plugin; or it exports a
module of Nest, as src/app.module.ts. It is made ready, but nothing listens. For
another export: --export <name>.

Options of new:
  -f, --framework <name>  node24, node22 or node20 (default: node22, or node20 on
                          Node.js 20)
      --minimal           a small project: in memory, without tokens and client
      --no-html           without pages for browsers
      --no-mcp            without tools for agents at /mcp
      --no-explorer       without the explorer at /explorer
      --openapi           with an OpenAPI document at /documentation
      --force             write into a folder that is not empty

Options of add resource, for the project in this folder:
      --plural <name>     the plural of <name> (default: the regular one)
      --fields <list>     name:type; a type is string, integer, number, boolean,
                          date, date-time, string[], one of several (a|b|c), or
                          another resource (->book); with ? it is optional
                          (default: name:string,quantity:integer)
      --action <action>   ship:pending->shipped, an action that changes the state;
                          repeat it for several

Options of adopt:
      --out <dir>         write links, routes and index there (default: hypermedia
                          beside <app>)
      --write             register them in <app>, too
      --crawl             read responses of routes without schemas, and follow
                          every link
      --as <caller>       with --crawl: name:Header=value, as below

Options of routes:
      --out <file>        write the catalog, in TypeScript, there (default: print it)
      --check             write nothing; exit with 1 where <file> is stale
                          (default: routes.ts beside <app>)

Options of catalog:
      --package <name>    the name of the package
      --out <folder>      write it there, in place of an earlier version of it

Options of client:
      --out <file>        write the types, in TypeScript, there (default: print them)
      --start <path>      the path of the entry point (default: /)
      --check             write nothing; exit with 1 where <file> is stale
                          (default: api.ts beside <app>)

Options of contract:
      --out <file>        write the contract, in JSON, there (default: print it)

Options of diff, whose sides are contracts, apps, or git:<commit>:<path>:
      --format <name>     text, json, markdown or github (default: text)
      --fail-on <level>   exit with 1 for breaking, risky or any changes
                          (default: breaking)
      --accept <file>     changes that are accepted: an array of id, place, reason

Options of check:
      --json              findings as JSON
      --all               list the routes that are not opted in, too
      --production        report settings that are not safe in production, too
      --crawl             follow every link with GET, too
      --as <caller>       with --crawl: name:Header=value; for each caller, and
                          for each of its headers
      --start <path>      with --crawl: the entry point (default: /)

Options of map:
      --format <name>     mermaid or dot (default: mermaid)
      --as, --start       as above

  -h, --help              show this
  -v, --version           show the version

routes, client, check and diff exit with 0 if all is well, with 1 if something is
stale or found, and with 2 if they could not decide.
`
