/** Setup file for tests with a document: what the app adds to elements. `obsidian` itself is an alias in vitest.config.mts. */

import { setup } from 'obsidian-test-mocks/setup';

setup();
