// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * HTTP without any knowledge of what is served: routes, requests, replies, errors, tokens and
 * limits.
 *
 * <p>A request passes {@link org.isogloss.server.http.Dispatcher}: the route is found, origin and
 * token are checked, the body is read within the memory budget, and the endpoint runs, in the
 * {@link org.isogloss.server.http.RequestPool} if it uses a processor for long. Failures become
 * replies in the {@link org.isogloss.server.http.ErrorFormat} of the route.
 */
package org.isogloss.server.http;
