// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** What a server measures about itself, for Prometheus. */
package org.isogloss.server.metrics;
