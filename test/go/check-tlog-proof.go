// Checks a C2SP tlog-proof with the code that the Go team wrote for Go's checksum database, and none of ours.
//
//	check-tlog-proof <verifier key of the log> <file.tlog-proof> <file with the entry>
//
// Prints the checkpoint's text when the entry stands in the log, else says why not and exits with status 1.
// The key is given and never read from the proof, which could bring one of its own.
package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: check-tlog-proof <verifier key> <proof> <entry>")
		os.Exit(2)
	}
	text, err := check(os.Args[1], os.Args[2], os.Args[3])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(text)
}

func check(key, proofFile, entryFile string) (string, error) {
	proof, err := os.ReadFile(proofFile)
	if err != nil {
		return "", err
	}
	entry, err := os.ReadFile(entryFile)
	if err != nil {
		return "", err
	}
	head, checkpoint, found := strings.Cut(string(proof), "\n\n")
	if !found {
		return "", errors.New("no checkpoint")
	}

	verifier, err := note.NewVerifier(key)
	if err != nil {
		return "", err
	}
	signed, err := note.Open([]byte(checkpoint), note.VerifierList(verifier))
	if err != nil {
		return "", err
	}
	size, root, err := treeHead(signed.Text)
	if err != nil {
		return "", err
	}
	index, hashes, err := inclusion(head)
	if err != nil {
		return "", err
	}
	return signed.Text, tlog.CheckRecord(hashes, size, root, index, tlog.RecordHash(entry))
}

func treeHead(text string) (size int64, root tlog.Hash, err error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 4 {
		return 0, root, errors.New("no tree head")
	}
	if size, err = strconv.ParseInt(lines[1], 10, 64); err != nil {
		return 0, root, err
	}
	root, err = tlog.ParseHash(lines[2])
	return size, root, err
}

func inclusion(head string) (index int64, hashes tlog.RecordProof, err error) {
	lines := strings.Split(head, "\n")
	if len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" || !strings.HasPrefix(lines[1], "index ") {
		return 0, nil, errors.New("no tlog-proof@v1")
	}
	if index, err = strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64); err != nil {
		return 0, nil, err
	}
	for _, line := range lines[2:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return 0, nil, err
		}
		hashes = append(hashes, hash)
	}
	return index, hashes, nil
}
