// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.time.Duration;
import java.util.Optional;

/**
 * A request that has been answered.
 *
 * @param id identifies the request in logs and in its reply
 * @param traceId the trace of which it is a part, by W3C Trace Context: 32 hexadecimal digits
 * @param client the address of the client
 * @param method of the request, in capitals; as the client has sent it
 * @param path of the request, without parameters, which may contain queries
 * @param route path of the route, such as {@code /api/documents/{id}}; empty for other paths
 * @param status HTTP status of the reply
 * @param bytes size of the content of the reply
 * @param elapsed from the arrival of the head of the request to the end of the reply
 */
public record Exchange(
    String id,
    Optional<String> traceId,
    String client,
    String method,
    String path,
    Optional<String> route,
    int status,
    long bytes,
    Duration elapsed) {}
