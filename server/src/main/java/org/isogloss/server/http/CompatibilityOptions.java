// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

/**
 * What the interfaces of other servers accept.
 *
 * @param maxTexts maximum number of texts of a request
 * @param acceptTokenIds whether clients may send token ids of a model in place of texts
 * @param rejectUnknownKeys whether keys that the server does not know are an error; otherwise they
 *     are ignored, as by the servers for which the clients were written
 */
public record CompatibilityOptions(
    int maxTexts, boolean acceptTokenIds, boolean rejectUnknownKeys) {
  /**
   * Rejects the keys that have not been read, unless they are ignored.
   *
   * @throws RequestException that names the first one
   */
  public void checkOthers(Arguments arguments) {
    if (rejectUnknownKeys) {
      arguments.requireNoOthers();
    }
  }
}
