import type { GraphQLSchema } from 'graphql';
import { getOperationAST, Kind, parse } from 'graphql';
import { EVERYBODY } from '../platform/auth/access.ts';
import type { MethodDocs } from '../platform/http/method-docs.ts';
import { type Mount, readOnly } from '../platform/http/mount.ts';
