// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Work on several threads.
 *
 * <p>{@link org.isogloss.core.concurrent.WorkerPool} spreads numbered tasks over a fixed number of
 * threads. {@link org.isogloss.core.concurrent.Futures} waits for tasks and throws their failures.
 */
@NullMarked
package org.isogloss.core.concurrent;

import org.jspecify.annotations.NullMarked;
