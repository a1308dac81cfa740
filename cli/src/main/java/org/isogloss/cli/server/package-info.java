// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Commands that serve indexes and models to other programs. */
package org.isogloss.cli.server;
