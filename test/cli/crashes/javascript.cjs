// The programs of these tests are JavaScript. An old language host, such as the one that is built with Go, loads TypeScript anyway.
"use strict";
delete process.env.PULUMI_NODEJS_TYPESCRIPT;
